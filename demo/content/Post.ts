/** A comment or a mention. */
export interface Remark {
  /** Id of the person who wrote it. */
  by: string
  /** The text. */
  text: string
}

/** A post of the demo's product, which a team discusses. */
export interface Post {
  /** Id in its URL. */
  id: string
  /** The title. */
  title: string
  /** Name of the project that it belongs to. */
  project: string
  /** Id of its author. */
  by: string
  /** Ids of the members who are notified of its comments. */
  followers: readonly string[]
  /** The text. */
  paragraphs: readonly string[]
  /** The comments, oldest first. */
  comments: readonly Remark[]
  /** Remarks that mention one member by name. The recipient's name is added in front. */
  mentions: readonly Remark[]
}
