import { percentile } from '../processes/clock.ts'
import type { Sent } from './loadGenerator.ts'

/** What requests took. */
export interface LoadFigures {
  /** Median duration of a request, in milliseconds. */
  p50: number
  /** The duration below which 99% of the requests were, in milliseconds. */
  p99: number
  /** Successful requests per second. */
  perSecond: number
  /** The number of failed requests. */
  failed: number
  /** CPU time of the service for each request, in milliseconds. */
  serviceCpu: number
  /** CPU time of the proxy or the bare forward for each request, in milliseconds. undefined if it passes neither. */
  frontCpu?: number
}

/** One line of the table: with one client, and with many. */
export interface LineFigures {
  one: LoadFigures
  many: LoadFigures
}

/** Marks of all notifications of the whale. */
export interface MarkAllFigures {
  /** How many messages changed each time. */
  changed: number
  /** The number of marks that failed. */
  failed: number
  /** Median and maximum duration, in milliseconds. */
  p50: number
  max: number
  /** p99 of a typical feed with one client, before the marks and during them. */
  feedBefore: number
  feedDuring: number
  /** The whale's own feed with one client during a mark: median and p99. */
  whaleFeed: { p50: number; p99: number }
}

/** Snoozes of the whale that end at the same moment. */
export interface SnoozeFigures {
  /** How many there are. */
  count: number
  /** After how long the last one is in the feed, in milliseconds. */
  returnedAfter: number
  /** p99 of a typical feed with one client, before that moment and until then. */
  feedBefore: number
  feedDuring: number
}

/** Mails that wait, sent by one process to a mail server on this machine. */
export interface MailFigures {
  /** Mails that the mail server has accepted per second. */
  perSecond: number
  /** CPU time of the service for each mail, in milliseconds. */
  serviceCpu: number
}

/** A service without requests. */
export interface IdleFigures {
  /** How many messages wait to be sent, none of which is due. */
  waiting: number
  /** CPU time of the service, as a share of one core, from 0 to 1. */
  cpu: number
}

/** Resident memory in bytes, after a garbage collection: after each kind of request ran once, and at the end. */
export interface MemoryFigures {
  before: number
  after: number
}

/** The result of a run. `--json` writes it. */
export interface Figures {
  database: 'server' | 'embedded'
  rows: number
  /** Rows of the subscriber with the longest feed. */
  whaleRows: number
  /** The share of the CPU that other processes used before the run, from 0 to 1. */
  otherLoad: number
  /** Seconds of each measurement. */
  seconds: number
  /** By the name of the scenario. */
  lines: Record<string, LineFigures>
  markAll: MarkAllFigures
  snoozes: SnoozeFigures
  mails: MailFigures
  idle: IdleFigures
  service: MemoryFigures
  proxy: MemoryFigures
}

/** Summarizes requests. */
export const summarize = ({ times, failed, duration }: Sent): Omit<LoadFigures, 'serviceCpu' | 'frontCpu'> => ({
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  perSecond: times.length / (duration / 1000),
  failed,
})
