import { startChromium } from './driver/startChromium.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys('Chromium', startChromium)
