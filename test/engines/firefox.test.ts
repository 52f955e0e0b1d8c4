import { startFirefox } from './driver/startFirefox.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys('Firefox', startFirefox)
