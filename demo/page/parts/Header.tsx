import { FaviconBadge, Inbox, TitleCount } from 'tidings'
import { isHttpError } from 'tidings/client'
import { findPerson } from '../../content/people.ts'
import { useAnswerInvitation } from '../data/useInvitations.ts'
import { useSession } from '../data/useSession.ts'
import { inboxUrl } from '../inboxSettings.ts'
import { Link, navigate } from '../router.tsx'
import { Logo } from './icons.tsx'
import { SignIn } from './SignIn.tsx'

export const Header = ({ person }: { person: string | null }) => {
  const { subscriberId, since, refresh } = useSession()
  const answerInvitation = useAnswerInvitation()

  // The session has expired or belongs to another person. Fetch it again.
  const onError = (error: Error) => {
    if (isHttpError(error) && [401, 403].includes(error.status)) refresh()
  }

  return (
    <header className="header">
      <Link href="/" className="brand">
        <Logo />
        Orchard
      </Link>
      <nav className="nav" aria-label="Main">
        <Link href="/">Posts</Link>
        <Link href="/projects">Projects</Link>
        <Link href="/security">Security</Link>
        <Link href="/sent">Sent</Link>
      </nav>
      <div className="header-end">
        <Inbox
          key={since}
          subscriberId={subscriberId}
          baseUrl={inboxUrl}
          timeZone={findPerson(person ?? '')?.timezone}
          navigate={navigate}
          onAction={answerInvitation}
          onError={onError}
        >
          <TitleCount />
          {/* The content security policy forbids images from a canvas. */}
          <FaviconBadge href="/favicon-new.svg" />
        </Inbox>
        <SignIn person={person} />
      </div>
    </header>
  )
}
