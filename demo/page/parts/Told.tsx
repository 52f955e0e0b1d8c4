import { useFeed } from 'tidings/hooks'

interface ToldProps {
  /** The payload that the notifications must contain. */
  payload: Record<string, unknown>
}

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** The notifications about the current page, rendered by the app itself with `useFeed`. */
export const Told = ({ payload }: ToldProps) => {
  const { notifications, isPending, hasMore, fetchNextPage } = useFeed({ payload })
  if (isPending) return null
  return (
    <section aria-labelledby="told-title">
      <h2 id="told-title">Notifications about this page</h2>
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
