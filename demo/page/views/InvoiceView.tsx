import { useFeed } from 'tidings/hooks'
import * as z from 'zod/mini'
import { View } from '../parts/View.tsx'
import { NotFound } from './NotFound.tsx'

const invoice = z.object({ amount: z.string(), period: z.string(), due: z.string() })

/** An invoice, from the payload of its notification. */
export const InvoiceView = ({ number }: { number: string }) => {
  const { notifications, isPending } = useFeed({ payload: { number } })
  if (isPending) return null
  const known = invoice.safeParse(notifications[0]?.payload)
  if (!known.success) return <NotFound />
  const { amount, period, due } = known.data
  return (
    <View title={`Invoice ${number}`} above="Account">
      <dl className="facts">
        <dt>Amount</dt>
        <dd>{amount}</dd>
        <dt>Period</dt>
        <dd>{period}</dd>
        <dt>Due on</dt>
        <dd>{due}</dd>
      </dl>
    </View>
  )
}
