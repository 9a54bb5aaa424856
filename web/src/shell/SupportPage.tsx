import { IconLifebuoy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../shared/feedback/StatePanel.tsx'
import { PageHeader } from '../shared/layout/PageHeader.tsx'
import { SupportContact } from '../shared/session/SupportContact.tsx'

/** Whom to ask, and what to write to them. The questions and answers come with a later release. */
export function SupportPage() {
  const { t } = useTranslation('shell')
  return (
    <>
      <PageHeader title={t('menu.support')} />
      <div className="vx-card">
        <StatePanel icon={IconLifebuoy} title={t('supportTitle')}>
          <SupportContact />
          <p>{t('supportText')}</p>
          <p>{t('pending.support')}</p>
        </StatePanel>
      </div>
    </>
  )
}
