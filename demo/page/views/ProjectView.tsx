import type { Project } from '../../content/projects.ts'
import { useAnswer } from '../data/useInvitations.ts'
import { useSession } from '../data/useSession.ts'
import { PersonName } from '../parts/PersonName.tsx'
import { Told } from '../parts/Told.tsx'
import { View } from '../parts/View.tsx'

const standing = (answer: 'accepted' | 'declined' | undefined) => {
  if (answer === 'accepted') return 'You are on the team.'
  return answer === 'declined'
    ? 'You declined the invitation.'
    : 'You are not on the team. Answer an invitation in your notifications.'
}

export const ProjectView = ({ project: { id, name, about, team } }: { project: Project }) => {
  const { person } = useSession()
  const answer = useAnswer(person ?? '', id)
  return (
    <View title={name} above="Project">
      <p className="prose">{about}</p>
      <h2>Team</h2>
      <ul className="people">
        {[...team, ...(answer === 'accepted' && person !== null ? [person] : [])].map((member) => (
          <li key={member}>
            <PersonName id={member} />
          </li>
        ))}
      </ul>
      <p>{standing(answer)}</p>
      <Told payload={{ projectId: id }} />
    </View>
  )
}
