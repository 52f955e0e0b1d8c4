import type { Post } from '../Post.ts'

const project = 'Platform'

export const platformPosts: readonly Post[] = [
  {
    id: 'search-speed',
    title: 'Why search felt slow',
    project,
    by: 'ravi',
    followers: ['maya', 'tomas'],
    paragraphs: [
      'It was not slow. It answered in 80 milliseconds and then waited for half a second in case you typed on. We had put the wait there ourselves, four years ago.',
      'The wait is gone. An answer that is out of date when it arrives is thrown away, which is what we should have done then.',
    ],
    comments: [
      { by: 'maya', text: 'Two customers wrote today to ask what we bought to make it so fast.' },
      { by: 'tomas', text: 'At night it now finds things before I remember what I was looking for.' },
      { by: 'felix', text: 'I demo it by typing slowly, and it still wins.' },
      { by: 'noor', text: 'Umlauts find their plain letters and the other way round. Thank you!' },
      { by: 'grace', text: 'The servers do 30 % more work and cost the same. I checked twice.' },
      { by: 'ines', text: 'People now search for things that are on the screen. That is a compliment.' },
      { by: 'ravi', text: 'The 99th percentile went from 1.9 seconds to 210 milliseconds.' },
      { by: 'aiko', text: 'The spinner never shows any more. I liked that spinner. It can go.' },
    ],
    mentions: [
      { by: 'ravi', text: 'could you try your worst query again? The one with the two wildcards.' },
      { by: 'grace', text: 'is the old index still needed for anything?' },
      { by: 'noor', text: 'a customer finds too much now. Is there a way to ask for whole words?' },
    ],
  },
  {
    id: 'rate-limits',
    title: 'Rate limits, explained for humans',
    project,
    by: 'grace',
    followers: ['tomas', 'maya', 'aiko'],
    paragraphs: [
      'A limit is a promise in both directions: we stay up, and you know what you can count on. So it has to be written where people look for it.',
      'This is the text for the help page. It has no number that is not also in the code.',
    ],
    comments: [
      { by: 'ravi', text: 'The header now says how many seconds to wait, and the number is true.' },
      { by: 'noor', text: 'I would begin with the sentence about “most people never meet this”.' },
      { by: 'felix', text: 'Our largest customer read it and asked for nothing. That never happens.' },
      { by: 'tomas', text: 'The example in the third part retries too early. It should read the header as well.' },
      { by: 'grace', text: 'The example is corrected. Thank you, that would have been embarrassing.' },
      { by: 'maya', text: 'Please link it from the error itself. That is where one is when one needs it.' },
      { by: 'ines', text: 'Four of four developers found the number in under ten seconds.' },
      { by: 'ravi', text: 'A test now fails when the page and the code disagree.' },
    ],
    mentions: [
      { by: 'grace', text: 'is there anything left in it that only we understand?' },
      { by: 'ravi', text: 'do you remember why the night limit is higher? Nobody here does.' },
      { by: 'noor', text: 'can I send this to a customer today, or does it still change?' },
    ],
  },
  {
    id: 'backup-drill',
    title: 'Backup drill: what we learned',
    project,
    by: 'grace',
    followers: ['tomas', 'maya'],
    paragraphs: [
      'We restored everything from last night’s copy on empty machines. It took two hours and six minutes, of which fifty were spent looking for a password.',
      'The password is now where the instructions say that it is. The next drill is in June, and whoever has never done one does it.',
    ],
    comments: [
      { by: 'ravi', text: 'The copy was good to the last minute. I compared the counts of every table.' },
      { by: 'tomas', text: 'Step 9 says “as usual”. There is no usual at four in the morning.' },
      { by: 'maya', text: 'Two hours is better than I feared. What would make it one?' },
      { by: 'grace', text: 'One hour is possible if the images are kept ready. It costs about as much as a lunch.' },
      { by: 'noor', text: 'Customers saw nothing at all, which is the best report of a drill.' },
      { by: 'felix', text: 'May I mention this in a security questionnaire? They always ask.' },
      { by: 'ravi', text: 'Step 9 now has three sentences and a picture.' },
      { by: 'grace', text: 'June it is, then. The date is in the calendar and nobody can say they did not know.' },
    ],
    mentions: [
      { by: 'grace', text: 'you have never done a drill, so the one in June is yours.' },
      { by: 'ravi', text: 'can you read step 9 once more, as if you had just been woken up?' },
      { by: 'felix', text: 'a customer asks for the report. Which parts may I send?' },
    ],
  },
]
