import { IconPackageOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'

/** Refusals shown as "no such code" for a typed or scanned code. */
const unknownCodes = ['PRODUCT_NOT_FOUND', 'FAMILY_NOT_FOUND', 'INVALID_INPUT']

type Unknown = 'unknownProduct' | 'unknownFamily'

/** Wraps a public page: an unknown code is not an error. */
export function KnownCode({ otherwise, children }: { otherwise: Unknown; children: ReactNode }) {
  return (
    <AnswerBoundary
      level={1}
      refused={({ code }) => (unknownCodes.includes(code) ? <UnknownCode of={otherwise} /> : undefined)}
    >
      {children}
    </AnswerBoundary>
  )
}

function UnknownCode({ of }: { of: Unknown }) {
  const { t } = useTranslation('catalogue')
  return (
    <StatePanel icon={IconPackageOff} title={t(of)} role="status" level={1}>
      {t('checkCode')}
    </StatePanel>
  )
}
