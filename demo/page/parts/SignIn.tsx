import { avatarOf, members } from '../../content/people.ts'
import { useSignIn } from '../data/useSession.ts'

const nobody = ''

/** Switches between the members, or signs out. */
export const SignIn = ({ person }: { person: string | null }) => {
  const { mutate: signIn, isPending } = useSignIn()
  return (
    <div className="sign-in">
      {person !== null && <img className="avatar" src={avatarOf(person)} alt="" />}
      <select
        aria-label="Signed in as"
        value={person ?? nobody}
        aria-busy={isPending}
        onChange={({ target }) => signIn(target.value === nobody ? null : target.value)}
      >
        {members.map(({ id, firstName, lastName }) => (
          <option key={id} value={id}>
            {firstName} {lastName}
          </option>
        ))}
        <option value={nobody}>Signed out</option>
      </select>
    </div>
  )
}
