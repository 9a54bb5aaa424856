import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from '../../shared/search-params.ts'

/** Switches between the list of plants and their map; both show the same plants. */
export function ListOrMap() {
  const { t } = useTranslation('plants')
  const [{ show }, change] = useSearchParams()
  const viewButton = (isMap: boolean) => (
    <Button
      variant={isMap === (show === 'map') ? 'light' : 'default'}
      aria-pressed={isMap === (show === 'map')}
      onClick={() => change({ show: isMap ? 'map' : undefined, page: undefined }, { push: true })}
    >
      {t(isMap ? 'shown.map' : 'shown.list')}
    </Button>
  )
  return (
    <Button.Group aria-label={t('shown.label')}>
      {viewButton(false)}
      {viewButton(true)}
    </Button.Group>
  )
}
