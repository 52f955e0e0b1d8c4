import { avatarOf, findPerson } from '../../content/people.ts'

/** A person's avatar and name. */
export const PersonName = ({ id }: { id: string }) => {
  const person = findPerson(id)
  if (!person) return null
  return (
    <span className="person">
      <img className="avatar" src={avatarOf(id)} alt="" />
      {person.firstName} {person.lastName}
    </span>
  )
}
