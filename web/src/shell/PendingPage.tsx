import { IconHourglassLow } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../shared/feedback/StatePanel.tsx'
import { PageHeader } from '../shared/layout/PageHeader.tsx'
import { useCurrentPage, usePageTitle } from './current-page.ts'

/** Says plainly what a page will hold that is not there yet. */
export function PendingPage() {
  const { t } = useTranslation('shell')
  const page = useCurrentPage()
  const title = usePageTitle(page?.name)
  const key = `shell:pending.${page?.name}`
  return (
    <>
      <PageHeader title={title} />
      <div className="vx-card">
        <StatePanel icon={IconHourglassLow} title={t('pendingTitle')}>
          {i18next.exists(key) ? (i18next.t as unknown as (key: string) => string)(key) : t('pendingOther')}
        </StatePanel>
      </div>
    </>
  )
}
