import { View } from '../parts/View.tsx'
import { Link } from '../router.tsx'

export const NotFound = () => (
  <View title="Page not found">
    <p>
      This page may have moved. <Link href="/">All posts</Link>
    </p>
  </View>
)
