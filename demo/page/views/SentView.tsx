import { findPerson } from '../../content/people.ts'
import { type Mail, useSent } from '../data/useSent.ts'
import { useSession } from '../data/useSession.ts'
import { View } from '../parts/View.tsx'

const states: Record<Mail['state'], string> = { sent: 'Sent', waiting: 'Waiting', unsent: 'Not sent' }

/** The times of a person's mails. Their delivery hours are in the same zone. */
const timesIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return {
    format: (time: string) => format.format(new Date(time)),
    /** Replaces the times in a text of the service. */
    formatIn: (text: string) => text.replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, (time) => format.format(new Date(time))),
  }
}

const MailCard = ({ mail, times }: { mail: Mail; times: ReturnType<typeof timesIn> }) => {
  const { subject, content, createdAt, state, reason, source } = mail
  return (
    <li data-state={state}>
      <p>
        <strong>{subject}</strong>{' '}
        <time className="quiet" dateTime={createdAt}>
          {times.format(createdAt)}
        </time>
      </p>
      <p>{content}</p>
      <p className="quiet">
        <strong className="sent-state">{states[state]}.</strong> {times.formatIn(reason)}
      </p>
      {source !== null && (
        <details>
          <summary className="quiet">The mail as it arrived</summary>
          <pre className="quiet">{source}</pre>
        </details>
      )}
    </li>
  )
}

/** The mails that follow the events, or why they don't. A reload is not needed. */
export const SentView = () => {
  const { person } = useSession()
  const { data: mails, error } = useSent(person ?? '')
  const { firstName = '', timezone = 'UTC' } = findPerson(person ?? '') ?? {}
  return (
    <View title="Sent" above="Mail">
      <p className="prose">
        The newest mails to {firstName}, with times in {timezone}. They end at a mail server of this demo. Turn email on
        and off in the preferences of the bell, or change the delivery hours there. A mention is mailed after 30
        seconds, unless you have read it in the app.
      </p>
      {error && <p className="quiet">{error.message}</p>}
      {mails?.length === 0 && <p className="quiet">Nothing yet.</p>}
      <ul className="sent">
        {mails?.map((mail) => (
          <MailCard key={mail.id} mail={mail} times={timesIn(timezone)} />
        ))}
      </ul>
    </View>
  )
}
