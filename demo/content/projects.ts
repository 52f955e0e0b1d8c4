/** A project that members are invited to. */
export interface Project {
  /** Id in its URL. */
  id: string
  /** Display name. */
  name: string
  /** Description. */
  about: string
  /** Ids of its members. */
  team: readonly string[]
}

export const projects: readonly Project[] = [
  {
    id: 'field-guide',
    name: 'Field guide',
    about:
      'A small book about how we work, for the people who join us. One chapter for each question that we are always asked.',
    team: ['grace', 'noor'],
  },
  {
    id: 'atlas',
    name: 'Atlas',
    about: 'One map of everything that our customers store with us, so that nobody has to ask where something is.',
    team: ['ravi', 'grace', 'felix'],
  },
  {
    id: 'greenhouse',
    name: 'Greenhouse',
    about:
      'Ideas that are not ready to be planned. They get light and water here, and some of them will be thrown away.',
    team: ['ines', 'ravi'],
  },
  {
    id: 'letters',
    name: 'Letters',
    about: 'The hundred letters from customers that taught us most, with what we did about each of them.',
    team: ['noor', 'felix', 'ines'],
  },
]

export const findProject = (id: string): Project | undefined => projects.find((project) => project.id === id)
