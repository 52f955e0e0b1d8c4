import type { Post } from './Post.ts'
import { companyPosts } from './posts/company.ts'
import { launchPosts } from './posts/launch.ts'
import { platformPosts } from './posts/platform.ts'
import { productPosts } from './posts/product.ts'

export const posts: readonly Post[] = [...launchPosts, ...productPosts, ...platformPosts, ...companyPosts]

export const findPost = (id: string): Post | undefined => posts.find((post) => post.id === id)
