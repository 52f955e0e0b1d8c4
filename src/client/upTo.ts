/**
 * The numbers from 0 to `length - 1`. Not by `Array.from` or `entries()`: Prototype and MooTools replace them with
 * functions of their own, on pages that have them.
 */
export const upTo = (length: number): number[] => {
  const numbers: number[] = []
  for (let number = 0; number < length; number++) numbers.push(number)
  return numbers
}
