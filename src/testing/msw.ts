export { toMswHandlers, type MswOptions } from './toMswHandlers.ts'
