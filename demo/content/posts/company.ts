import type { Post } from '../Post.ts'

const project = 'Company'

export const companyPosts: readonly Post[] = [
  {
    id: 'offsite-porto',
    title: 'Offsite in Porto: plan and packing list',
    project,
    by: 'tomas',
    followers: ['maya', 'tomas', 'aiko'],
    paragraphs: [
      'Four days, one house, one whiteboard. Mornings are for work, afternoons for the city, evenings for whatever is left of us.',
      'Bring shoes for stairs. Porto is all stairs.',
    ],
    comments: [
      {
        by: 'grace',
        text: 'The house has eleven beds and one good coffee machine. I asked about the second point first.',
      },
      { by: 'felix', text: 'I arrive on the night train at 06:40. Does anybody have a key by then?' },
      { by: 'ines', text: 'My cousin has a boat. That is all I say for now.' },
      { by: 'ravi', text: 'I would like a vegetarian evening that is not only cheese.' },
      { by: 'maya', text: 'The first morning is for the question that we have avoided all year. Please think of one.' },
      { by: 'noor', text: 'I hold the phones on Thursday. Somebody swap with me on Friday, please.' },
      { by: 'aiko', text: 'I bring pens. All the pens.' },
      { by: 'tomas', text: 'Felix, my mother has the key. She also has breakfast. Do not refuse the second plate.' },
    ],
    mentions: [
      { by: 'grace', text: 'I still need your arrival time for the rooms.' },
      { by: 'ines', text: 'can you swim? It matters for Thursday.' },
      { by: 'noor', text: 'would you swap phones with me on Friday?' },
    ],
  },
  {
    id: 'summer-rota',
    title: 'Support rota for the summer',
    project,
    by: 'noor',
    followers: ['tomas', 'maya', 'aiko'],
    paragraphs: [
      'Nobody has more than one weekend in a month, and nobody has two nights in a row. If it does not work for you, trade first and tell me then.',
      'Product and design take two shifts each. It is the cheapest research that we have.',
    ],
    comments: [
      { by: 'tomas', text: 'I can take the nights in July. I am awake anyway, there is football.' },
      { by: 'grace', text: 'August has a gap from the 12th to the 15th.' },
      { by: 'aiko', text: 'After my first shift I redrew the error page. You were right about the research.' },
      { by: 'felix', text: 'I close the gap in August if somebody explains the refund screen to me.' },
      { by: 'maya', text: 'My shifts were humbling. I recommend them to everybody who writes roadmaps.' },
      { by: 'ines', text: 'Can we tag letters that are really about the product? I would read every one.' },
      { by: 'noor', text: 'The tag is “tell-product”. Eleven letters already.' },
      { by: 'ravi', text: 'Alerts now go to whoever has the shift, and only to them.' },
    ],
    mentions: [
      { by: 'noor', text: 'your weekend is the second in July. Does that still work?' },
      { by: 'grace', text: 'thank you for taking the night of the 14th.' },
      { by: 'felix', text: 'could you show me the refund screen this week?' },
    ],
  },
]
