import React from 'react'

/**
 * React's Activity: renders its children hidden in its idle time, without their effects. Undefined before React 19.2,
 * where bundlers refuse an import by this name.
 */
export const { Activity }: Partial<Pick<typeof React, 'Activity'>> = React
