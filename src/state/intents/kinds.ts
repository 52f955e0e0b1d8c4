import type { Intent } from '../log/intent.ts'
import { actionKind } from './actionKind.ts'
import type { AnyKind } from './intentKind.ts'
import { markAllKind } from './markAllKind.ts'
import { markKind } from './markKind.ts'
import { preferencesKind } from './preferencesKind.ts'
import { archiveReadKind, triageKind } from './triageKind.ts'

const list: readonly AnyKind[] = [markKind, markAllKind, triageKind, archiveReadKind, actionKind, preferencesKind]

/** All kinds, by name: what a log that is restored can contain. */
export const kinds = new Map(list.map((kind) => [kind.name as string, kind]))

/** The kind of an intent. Intents of unknown kinds are never added to a log. */
export const kindOf = ({ kind }: Pick<Intent, 'kind'>): AnyKind => kinds.get(kind) as AnyKind
