import { View } from '../parts/View.tsx'
import { Link } from '../router.tsx'

export const NotFound = () => (
  <View title="There is no such page">
    <p>
      It may have been moved. <Link href="/">All posts</Link>
    </p>
  </View>
)
