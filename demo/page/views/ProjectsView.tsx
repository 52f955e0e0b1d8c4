import { projects } from '../../content/projects.ts'
import { View } from '../parts/View.tsx'
import { Link } from '../router.tsx'

export const ProjectsView = () => (
  <View title="Projects">
    <ul className="cards">
      {projects.map(({ id, name, about, team }) => (
        <li key={id} className="card">
          <h2>
            <Link href={`/projects/${id}`}>{name}</Link>
          </h2>
          <p>{about}</p>
          <p className="card-foot quiet">{team.length} people</p>
        </li>
      ))}
    </ul>
  </View>
)
