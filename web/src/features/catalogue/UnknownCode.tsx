import { IconPackageOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'

/** Refusals that mean the same to whoever typed or scanned a code. */
const unknownCodes = ['PRODUCT_NOT_FOUND', 'FAMILY_NOT_FOUND', 'INVALID_INPUT']

type UnknownProps = { error: unknown; of: 'unknownProduct' | 'unknownFamily'; retry: () => void }

/** What a public page shows while it has nothing to show: that it loads, that there is no such code, or what failed. */
export function UnknownCode({ error, of, retry }: UnknownProps) {
  const { t } = useTranslation('catalogue')
  if (!error)
    return (
      <div className="vx-card">
        <LoadingRows rows={6} />
      </div>
    )
  if (!unknownCodes.includes(failureOf(error).code)) return <ErrorState error={error} retry={retry} level={1} />
  return (
    <StatePanel icon={IconPackageOff} title={t(of)} role="status" level={1}>
      {t('checkCode')}
    </StatePanel>
  )
}
