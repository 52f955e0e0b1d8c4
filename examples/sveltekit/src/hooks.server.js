export const handle = ({ event, resolve }) => {
  // Your code: read the signed-in user from the session.
  event.locals.userId = 'kit'
  return resolve(event)
}
