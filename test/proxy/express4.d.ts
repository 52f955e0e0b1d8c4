// Express 4 beside 5, under another name. What the tests use has the same types in both.
declare module 'express4' {
  export { default } from 'express'
}
