import { Told } from '../parts/Told.tsx'
import { View } from '../parts/View.tsx'

export const SecurityView = () => (
  <View title="Security" above="Account">
    <p className="prose">
      Orchard tells you of each sign-in from a device that it has not seen before. These messages can’t be switched off.
    </p>
    <Told payload={{ area: 'security' }} />
  </View>
)
