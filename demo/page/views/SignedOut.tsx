import { members } from '../../content/people.ts'
import { useSignIn } from '../data/useSession.ts'
import { PersonName } from '../parts/PersonName.tsx'
import { View } from '../parts/View.tsx'

export const SignedOut = () => {
  const { mutate: signIn } = useSignIn()
  return (
    <View title="Who are you?">
      <p className="prose">Nobody is signed in. There is no bell, and no request goes to the notification service.</p>
      <ul className="people">
        {members.map(({ id, role }) => (
          <li key={id}>
            <button type="button" className="button" onClick={() => signIn(id)}>
              <PersonName id={id} /> <small className="quiet">{role}</small>
            </button>
          </li>
        ))}
      </ul>
    </View>
  )
}
