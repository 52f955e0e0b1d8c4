import type { ReactNode } from 'react'
import { findPost } from '../../content/posts.ts'
import { findProject } from '../../content/projects.ts'
import { DigestView } from './DigestView.tsx'
import { InvoiceView } from './InvoiceView.tsx'
import { NotFound } from './NotFound.tsx'
import { PostsView } from './PostsView.tsx'
import { PostView } from './PostView.tsx'
import { ProjectsView } from './ProjectsView.tsx'
import { ProjectView } from './ProjectView.tsx'
import { SecurityView } from './SecurityView.tsx'
import { SentView } from './SentView.tsx'

/** The view of a path. */
export const viewOf = (path: string): ReactNode => {
  const [, place = '', id = ''] = path.split('/')
  switch (place) {
    case '':
      return <PostsView />
    case 'posts': {
      const post = findPost(id)
      return post ? <PostView post={post} /> : <NotFound />
    }
    case 'projects': {
      const project = findProject(id)
      if (id === '') return <ProjectsView />
      return project ? <ProjectView project={project} /> : <NotFound />
    }
    case 'invoices':
      return <InvoiceView number={id} />
    case 'security':
      return <SecurityView />
    case 'sent':
      return <SentView />
    case 'digest':
      return <DigestView />
    default:
      return <NotFound />
  }
}
