import { memoizeByOwner } from '../../state/model/memoizeByOwner.ts'
import { englishLabels, type InboxLabels } from './labels.ts'
import { useBellLabels } from './LanguageProvider.tsx'

const complete = memoizeByOwner((labels: Partial<InboxLabels>): InboxLabels => ({ ...englishLabels, ...labels }))

/** The labels of the nearest LanguageProvider, on top of the English ones. */
export const useLabels = (): InboxLabels => complete(useBellLabels())
