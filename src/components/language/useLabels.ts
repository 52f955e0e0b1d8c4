import { memoizeByOwner } from '../../state/model/memoizeByOwner.ts'
import { englishLabels, type InboxLabels } from './labels.ts'
import { type GivenLabels, useGivenLabels } from './LanguageProvider.tsx'
import { mergeLabels } from './mergeLabels.ts'

/** All labels, of what `useGivenLabels` returns. */
export const completeLabels = memoizeByOwner((given: readonly GivenLabels[]): InboxLabels =>
  given.reduce((merged, { labels, report }) => mergeLabels(merged, labels, report), englishLabels),
)

/** The labels of the nearest LanguageProvider, on top of the English ones. */
export const useLabels = (): InboxLabels => completeLabels(useGivenLabels())
