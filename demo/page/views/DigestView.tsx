import { Told } from '../parts/Told.tsx'
import { View } from '../parts/View.tsx'

export const DigestView = () => (
  <View title="Your week" above="Digest">
    <p className="prose">One message on Monday morning, for those who would rather not read all the others.</p>
    <Told payload={{ area: 'digest' }} />
  </View>
)
