import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { noticeKinds, type OpenNotice } from '@vigilux/contract/features/notices/notice.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { useNoticeAbout } from './notice-about.ts'
import * as styles from './notices.module.css'
import { OpenNoticeActions } from './OpenNoticeActions.tsx'

/** The own notices of open causes in all plants, live. */
export function OpenNotices() {
  const { t } = useTranslation('notices')
  return (
    <section className={styles.noticeHistory}>
      <p>{t('open.text')}</p>
      <AnswerBoundary>
        <Notices />
      </AnswerBoundary>
    </section>
  )
}

function Notices() {
  const { t } = useTranslation('notices')
  const { notices } = useAnswer('getOpenNotices', {})
  const [{ snoozed }, change] = useSearchParams()
  const describeTarget = useNoticeAbout()
  const snoozedNotices = notices.filter(({ snoozedUntil }) => snoozedUntil !== null)
  const rows = snoozed ? snoozedNotices : notices.filter(({ snoozedUntil }) => snoozedUntil === null)
  const titleOf = (notice: OpenNotice) => t(`name.${notice.kind}`)
  const describeContext = (notice: OpenNotice) =>
    [describeTarget(notice), notice.escalation ? t('inTurn.title') : ''].filter(Boolean)
  return (
    <DataTable
      name="open-notices"
      label={t('open.title')}
      rows={rows}
      rowKey={({ id }) => id}
      twoLines
      searchPlaceholder={t('open.search')}
      searchText={(notice) => [titleOf(notice), describeTarget(notice), notice.plantname].join(' ')}
      chips={noticeKinds
        .filter((id) => rows.some(({ kind }) => kind === id))
        .map((id) => ({ id, label: t(`name.${id}`), fits: ({ kind }: OpenNotice) => kind === id }))}
      tools={
        snoozedNotices.length > 0 || snoozed ? (
          <Button variant="default" size="xs" onClick={() => change({ snoozed: snoozed ? undefined : '1' })}>
            {t(snoozed ? 'open.showOpen' : 'open.showSnoozed')}
          </Button>
        ) : null
      }
      columns={[
        {
          id: 'what',
          header: t('word.what'),
          value: titleOf,
          cell: (notice) => (
            <span className={tableStyles.twoLines}>
              <AppLink to={notice.path}>{titleOf(notice)}</AppLink>
              <span>{describeContext(notice).join(' · ')}</span>
            </span>
          ),
        },
        {
          id: 'plant',
          header: t('word.plant'),
          width: 200,
          cut: true,
          value: ({ plantname }) => plantname,
          cell: ({ plantname }) => plantname,
        },
        {
          id: 'at',
          header: t('word.when'),
          width: 150,
          value: ({ at }) => at,
          cell: ({ at, timezone }) => <TimeText at={at} timeZone={timezone} />,
        },
        {
          id: 'action',
          header: t('open.action'),
          align: 'right',
          cell: (notice) => <OpenNoticeActions notice={notice} what={`${titleOf(notice)}, ${notice.plantname}`} />,
        },
      ]}
      defaultSort={{ column: 'at', descending: true }}
      listLine={(notice) => ({
        title: <AppLink to={notice.path}>{titleOf(notice)}</AppLink>,
        detail: [...describeContext(notice), notice.plantname].join(' · '),
        value: <TimeText at={notice.at} timeZone={notice.timezone} />,
        more: <OpenNoticeActions notice={notice} what={`${titleOf(notice)}, ${notice.plantname}`} />,
      })}
      empty={
        <div className="vx-card">
          <EmptyState icon={IconCircleCheck} title={t('open.noneTitle')}>
            {t('open.noneText')}
          </EmptyState>
        </div>
      }
    />
  )
}
