import { posts } from '../../content/posts.ts'
import { PersonName } from '../parts/PersonName.tsx'
import { View } from '../parts/View.tsx'
import { Link } from '../router.tsx'

export const PostsView = () => (
  <View title="Posts">
    <ul className="cards">
      {posts.map(({ id, title, project, by, paragraphs, comments }) => (
        <li key={id} className="card">
          <p className="quiet">{project}</p>
          <h2>
            <Link href={`/posts/${id}`}>{title}</Link>
          </h2>
          <p>{paragraphs[0]}</p>
          <p className="card-foot quiet">
            <PersonName id={by} /> {comments.length} comments
          </p>
        </li>
      ))}
    </ul>
  </View>
)
