import type { Post } from '../Post.ts'

const project = 'Product'

export const productPosts: readonly Post[] = [
  {
    id: 'first-hour',
    title: 'What new customers trip over',
    project,
    by: 'ines',
    followers: ['maya', 'aiko', 'tomas'],
    paragraphs: [
      'I watched twelve people set up their first project. Nine of them got stuck in the same place, and seven of those thought that it was their own fault.',
      'It is the empty page after “Create project”. It is beautiful, and it does not say what to do.',
    ],
    comments: [
      { by: 'maya', text: 'An example project that one can delete would answer most of this.' },
      { by: 'noor', text: 'This is our most asked question, by far. I can send you forty tickets.' },
      {
        by: 'aiko',
        text: 'I have a draft where the empty page is the first post. It explains itself while you edit it.',
      },
      { by: 'felix', text: 'In demos I always skip that page. That should have told me something.' },
      {
        by: 'tomas',
        text: 'People write to us at night because nobody else is awake. A hint on that page would save them the letter.',
      },
      { by: 'ravi', text: 'We can measure how long people stay on it without typing. I will add that today.' },
      { by: 'ines', text: 'Median time on the empty page: 94 seconds. With the draft: 11.' },
      { by: 'grace', text: 'Please keep the import link. Two customers moved from spreadsheets through it last week.' },
    ],
    mentions: [
      { by: 'noor', text: 'could you look at the wording of the hint? It still sounds like a manual.' },
      { by: 'ines', text: 'you are in recording seven. Your explanation was better than our page.' },
      { by: 'maya', text: 'shall we ship the draft as it is and correct it later?' },
    ],
  },
  {
    id: 'icon-set',
    title: 'The new icon set',
    project,
    by: 'aiko',
    followers: ['maya', 'aiko', 'tomas'],
    paragraphs: [
      'Sixty-two icons, drawn on one grid, with one weight of line. They look right next to text from 14 to 24 pixels.',
      'If you miss one, say what it should mean and not what it should look like. The second part is my job.',
    ],
    comments: [
      { by: 'ravi', text: 'The whole set is 9 kB. The old one was 140.' },
      { by: 'maya', text: 'The archive box finally does not look like a gift.' },
      { by: 'noor', text: 'A customer with low vision wrote to say thank you. I have put the letter on the wall.' },
      { by: 'felix', text: 'Is there one for “waiting for the other side”? Sales lives in that state.' },
      { by: 'ines', text: 'In the test everybody read the flag as “report”. We use it for “important”.' },
      { by: 'tomas', text: 'The moon for night shifts is perfect.' },
      { by: 'grace', text: 'Please don’t change the printer. Somebody here prints.' },
      { by: 'aiko', text: 'The flag is now a star. It tested better, and it is easier to draw.' },
    ],
    mentions: [
      { by: 'ravi', text: 'may I remove the old icons, or does anything still use them?' },
      { by: 'ines', text: 'would you read this arrow as “reply” or as “undo”?' },
      { by: 'felix', text: 'the deck for tomorrow still has the old set. Does anybody mind?' },
    ],
  },
  {
    id: 'keyboard',
    title: 'Everything without a mouse',
    project,
    by: 'tomas',
    followers: ['tomas', 'aiko'],
    paragraphs: [
      'At three in the morning I answer forty letters in an hour, and I touch the mouse twice. I would like to get that down to zero.',
      'Below is what is missing, in the order in which it costs me time.',
    ],
    comments: [
      { by: 'aiko', text: 'The focus ring is visible on every background now, the dark one too.' },
      { by: 'ravi', text: 'Number three was a one-line fix. It is out.' },
      { by: 'noor', text: 'I tried a day without the mouse. I was slower in the morning and faster in the afternoon.' },
      { by: 'maya', text: 'Let us write the shortcuts where people look: on the buttons.' },
      { by: 'ines', text: 'Screen reader test on Friday. Two of the three testers use one every day.' },
      { by: 'grace', text: 'Escape should always mean “back”, never “delete what I wrote”.' },
      { by: 'ravi', text: 'Numbers four and five are the same bug. Both are fixed by the same line.' },
      { by: 'ines', text: 'All three testers finished all tasks. One asked for the shortcut list on paper.' },
    ],
    mentions: [
      { by: 'aiko', text: 'is number six still a problem since Tuesday?' },
      { by: 'ravi', text: 'does the new order of the fields work with your user?' },
      { by: 'grace', text: 'could you show this to the new colleagues on Monday? Ten minutes is enough.' },
    ],
  },
]
