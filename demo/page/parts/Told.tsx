import { useFeed } from 'tidings/hooks'

interface ToldProps {
  /** What the notifications' payload must hold: they are the ones about this page. */
  payload: Record<string, unknown>
}

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** What the reader was told about this page: the inbox again, drawn by the page itself. */
export const Told = ({ payload }: ToldProps) => {
  const { notifications, isPending, hasMore, fetchNextPage } = useFeed({ payload })
  if (isPending) return null
  return (
    <section aria-labelledby="told-title">
      <h2 id="told-title">What you were told</h2>
      {notifications.length === 0 && <p className="quiet">Nothing yet.</p>}
      <ul className="told">
        {notifications.map(({ _id, actor, subject, content, createdAt }) => (
          <li key={_id}>
            {actor?.data && <img className="avatar" src={actor.data} alt="" />}
            <div>
              <p>
                <strong>{subject}</strong>{' '}
                <time className="quiet">{createdAt && format.format(new Date(createdAt))}</time>
              </p>
              <p>{content}</p>
            </div>
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" className="button" onClick={() => void fetchNextPage()}>
          Show more
        </button>
      )}
    </section>
  )
}
