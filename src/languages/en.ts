import { englishLabels, type InboxLanguage } from '../components/labels.ts'

/** English, which is the default: for a page whose reader has another locale. */
export const english = { locale: 'en', labels: englishLabels } satisfies InboxLanguage
