import type { FieldIssue } from '../../contract/fieldIssues.ts'
import { lengthOf } from '../runs/waits.ts'
import { type Digest, type Step, stepNames } from './stepSchema.ts'

/** The longest wait, in milliseconds: a year. */
const longestWait = 366 * 24 * 60 * 60 * 1000

/**
 * The problems of a workflow's steps that depend on one another, or on several fields.
 * @param field of the list: `workflows[0].steps`.
 */
export const stepIssues = (steps: readonly Step[], field: string): FieldIssue[] => {
  const names = stepNames(steps)
  const digests = steps.flatMap((step, index) => ('digest' in step ? [index] : []))
  return steps.flatMap((step, index) => {
    const place = `${field}[${index}]`
    const issues: FieldIssue[] = []
    const add = (name: string, message: string) => void issues.push({ field: `${place}.${name}`, message })
    if (names.indexOf(names[index] ?? '') < index)
      add('name', `is ${JSON.stringify(names[index])}, which an earlier step uses`)
    if ('delay' in step) {
      if (step.delay.type === 'regular' && lengthOf(step.delay) > longestWait) add('delay', tooLong)
    } else if ('digest' in step) {
      if (index !== digests[0]) add('digest', 'is the second one of the workflow, which may have one')
      for (const [name, message] of digestIssues(step.digest)) add(`digest${name}`, message)
      const next = steps.slice(index + 1).find(({ active }) => active)
      if (step.digest.updateMode && !(next && 'channel' in next && next.channel === 'in_app'))
        add('digest.updateMode', 'must have an in-app step directly after the digest, whose notification it changes')
    } else if (step.onlyIf) {
      const earlier = names.filter((_, at) => {
        const other = steps[at]
        return at < index && other && 'channel' in other && other.channel === 'in_app'
      })
      if (step.channel === 'in_app') add('onlyIf', 'must not be at a step that shows in the app itself')
      else if (!earlier.includes(step.onlyIf.step))
        add(
          'onlyIf.step',
          `must be the name of an earlier step of the channel in_app: ` +
            (earlier.length > 0 ? earlier.map((name) => JSON.stringify(name)).join(' or ') : 'there is none'),
        )
    }
    return issues
  })
}

const tooLong = 'must be at most a year'

/** Fields of a digest, from its own name, with what is wrong. */
const digestIssues = (digest: Digest): [string, string][] => {
  if (lengthOf(digest) > longestWait) return [['', tooLong]]
  if (digest.type !== 'timed') {
    const { backoffAmount: amount, backoffUnit: unit = digest.unit } = digest
    const looksBack = digest.type === 'backoff' || digest.backoff === true
    if (!looksBack && (amount ?? digest.backoffUnit) !== undefined)
      return [['.backoffAmount', 'must not be set without the type "backoff"']]
    return amount !== undefined && lengthOf({ amount, unit }) > longestWait ? [['.backoffAmount', tooLong]] : []
  }
  const { unit, timed } = digest
  const needs = (name: keyof typeof timed, other: string): [string, string][] =>
    timed[name] === undefined ? [] : [[`.timed.${name}`, `must not be set without ${other}`]]
  const isOn = timed.monthlyType === 'on'
  return [
    ...(unit === 'minutes' || unit === 'hours' ? needs('atTime', 'the unit "days", "weeks" or "months"') : []),
    ...(unit === 'weeks' ? [] : needs('weekDays', 'the unit "weeks"')),
    ...(unit === 'months' ? [] : needs('monthlyType', 'the unit "months"')),
    ...(unit === 'months' && !isOn ? [] : needs('monthDays', 'the unit "months" and the monthlyType "each"')),
    ...(['ordinal', 'ordinalValue'] as const).flatMap((name): [string, string][] => {
      if (!isOn) return needs(name, 'the monthlyType "on"')
      return timed[name] === undefined ? [[`.timed.${name}`, 'must be set with the monthlyType "on"']] : []
    }),
  ]
}
