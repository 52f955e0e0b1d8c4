import type { Post } from '../Post.ts'

const project = 'Spring launch'

export const launchPosts: readonly Post[] = [
  {
    id: 'launch-checklist',
    title: 'Launch checklist',
    project,
    by: 'maya',
    followers: ['maya', 'tomas', 'aiko'],
    paragraphs: [
      'Everything that has to be true on the morning of the launch, and who makes it true. If a line has no name behind it, it will not happen.',
      'We freeze on the Thursday before. What is not in by then waits for the week after, and that is fine: nobody outside knows the list.',
    ],
    comments: [
      {
        by: 'ravi',
        text: 'The migration ran on a copy of production in eleven minutes. I would still do it on Tuesday night.',
      },
      { by: 'noor', text: 'Saved replies for the ten likeliest questions are written. Two need a screenshot.' },
      {
        by: 'felix',
        text: 'Three customers asked whether they can join on day one. I said yes, please don’t make me a liar.',
      },
      { by: 'grace', text: 'Extra capacity is booked from Monday to Friday. It switches itself off on Saturday.' },
      { by: 'aiko', text: 'The announcement picture is in the shared folder, in both sizes.' },
      {
        by: 'ines',
        text: 'Two of five testers missed the new button. Moving it next to the title fixed it for the next five.',
      },
      { by: 'tomas', text: 'I take the night shift on launch day. Somebody else should take the one after.' },
      { by: 'ravi', text: 'Rollback is one command now, and I have actually run it.' },
    ],
    mentions: [
      { by: 'grace', text: 'can you put a name behind line 14? It is the only one without.' },
      { by: 'felix', text: 'is it safe to tell customers the date now, or is it still “spring”?' },
      { by: 'ravi', text: 'the freeze starts on Thursday at noon. Is yours in?' },
    ],
  },
  {
    id: 'pricing-page',
    title: 'A calmer pricing page',
    project,
    by: 'aiko',
    followers: ['maya', 'aiko'],
    paragraphs: [
      'Three columns, twenty-one check marks, four footnotes. People scroll down to the questions because the answers are not in the table.',
      'The new page says what you get and what it costs in one sentence for each plan. The table is still there, one click away.',
    ],
    comments: [
      {
        by: 'felix',
        text: 'I read the three sentences to a customer on the phone. She understood them the first time.',
      },
      { by: 'ines', text: 'Nobody in the test opened the table. One asked whether there is one.' },
      { by: 'maya', text: 'I would drop “most popular”. It says more about us than about the plan.' },
      { by: 'grace', text: 'The yearly price must say that it is without tax, or we get letters.' },
      {
        by: 'noor',
        text: 'A third of our billing questions are about changing plans. A line about that would pay for itself.',
      },
      { by: 'ravi', text: 'The page weighs a fifth of the old one. It shows on a phone.' },
      { by: 'felix', text: 'Can the enterprise link go to a person and not to a form?' },
      { by: 'tomas', text: 'In Portuguese the second sentence breaks into three lines. Still reads well.' },
    ],
    mentions: [
      { by: 'ines', text: 'the recordings of the last five tests are up. Number four is the interesting one.' },
      { by: 'felix', text: 'which of the two headlines do you prefer? I have lost all judgement.' },
      { by: 'grace', text: 'the legal text changed in one word. Can you swap it in?' },
    ],
  },
]
