import type { Post } from '../../content/Post.ts'
import { PersonName } from '../parts/PersonName.tsx'
import { Told } from '../parts/Told.tsx'
import { View } from '../parts/View.tsx'

export const PostView = ({ post: { id, title, project, by, paragraphs } }: { post: Post }) => (
  <View title={title} above={project}>
    <p>
      <PersonName id={by} />
    </p>
    {paragraphs.map((paragraph) => (
      <p key={paragraph} className="prose">
        {paragraph}
      </p>
    ))}
    <Told payload={{ postId: id }} />
  </View>
)
