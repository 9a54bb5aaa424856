import { Button, Skeleton, Text } from '@mantine/core'
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as styles from './feedback.module.css'

/** True after `ms`: fast answers show no skeleton. */
export function useDelayElapsed(ms: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return passed
}

type LoadingRowsProps = {
  rows?: number
  height?: number
  /** Shown after 10 s: "Reading 992 lamps from unit 3A7F1". */
  awaiting?: string
}

/** Skeleton rows in the size of the real layout, after 150 ms. */
export function LoadingRows({ rows = 6, height = 46, awaiting }: LoadingRowsProps) {
  const { t } = useTranslation('shared')
  const isVisible = useDelayElapsed(150)
  const isTakingLong = useDelayElapsed(10_000)
  return (
    <div aria-busy="true" className={styles.loading} role="status">
      <span className="vx-hidden">{t('loading')}</span>
      {isVisible
        ? Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
            <div key={row} className={styles.loadingRow} style={{ height }}>
              <Skeleton height={14} width={14} circle />
              <Skeleton height={11} width={`${90 - ((row * 17) % 40)}%`} />
            </div>
          ))
        : null}
      {isTakingLong ? <StillWaiting awaiting={awaiting ?? t('stillLoading')} /> : null}
    </div>
  )
}

const isUnanswered = { predicate: ({ state }: Query) => state.data === undefined && state.fetchStatus !== 'idle' }

/** "Try again" repeats all reads without an answer; without such a read it is not offered. */
function StillWaiting({ awaiting }: { awaiting: string }) {
  const { t } = useTranslation('shared')
  const queries = useQueryClient()
  const canRetry = useIsFetching(isUnanswered) > 0
  const retryReads = async () => {
    const unansweredQueries = queries.getQueryCache().findAll(isUnanswered)
    await queries.cancelQueries(isUnanswered)
    for (const query of unansweredQueries) query.fetch().catch(() => undefined)
  }
  return (
    <Text component="div" size="sm" c="dimmed" p="md">
      {awaiting}{' '}
      {canRetry ? (
        <Button variant="default" size="compact-sm" onClick={() => void retryReads()}>
          {t('tryAgain')}
        </Button>
      ) : null}
    </Text>
  )
}

/** Skeleton of a page: a head and a card of rows. */
export function LoadingPage() {
  const isVisible = useDelayElapsed(150)
  return (
    <div aria-busy="true">
      {isVisible ? (
        <>
          <Skeleton height={24} width={260} mb={12} />
          <Skeleton height={12} width={360} maw="80%" mb={28} />
        </>
      ) : null}
      <div className={isVisible ? 'vx-card' : undefined}>
        <LoadingRows />
      </div>
    </div>
  )
}
