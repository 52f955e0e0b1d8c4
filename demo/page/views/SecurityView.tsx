import { Told } from '../parts/Told.tsx'
import { View } from '../parts/View.tsx'

export const SecurityView = () => (
  <View title="Security" above="Account">
    <p className="prose">
      Orchard notifies you of each sign-in from a new device. You can’t disable these notifications.
    </p>
    <Told payload={{ area: 'security' }} />
  </View>
)
