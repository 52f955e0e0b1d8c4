import { englishLabels, type InboxLanguage } from '../components/language/labels.ts'

/** English, which is the default: for a page whose reader has another locale. */
export const english: InboxLanguage = { locale: 'en', labels: englishLabels }
