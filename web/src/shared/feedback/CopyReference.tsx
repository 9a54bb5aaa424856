import { Button, CopyButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function CopyReference({ id }: { id: string }) {
  const { t } = useTranslation('shared')
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <Button size="compact-xs" variant="subtle" onClick={copy}>
          {copied ? t('copied') : t('copy')}
        </Button>
      )}
    </CopyButton>
  )
}
