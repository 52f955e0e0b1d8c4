/** Something that somebody said below a post. */
export interface Remark {
  /** Id of whoever said it. */
  by: string
  text: string
}

/** A post of the demo's product: a note that a team discusses. */
export interface Post {
  id: string
  title: string
  /** Name of the project that it belongs to. */
  project: string
  /** Id of its author. */
  by: string
  /** Ids of the members who are told of its comments. */
  followers: readonly string[]
  paragraphs: readonly string[]
  comments: readonly Remark[]
  /** What was said to one member by name. The name is put in front. */
  mentions: readonly Remark[]
}
