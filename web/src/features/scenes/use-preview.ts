import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { unfinishedScene } from '@vigilux/contract/features/scenes/scene.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { draftOf, type SceneForm } from './scene-form.ts'

const debounceMs = 250

/** A scene that is being written, and the saved one in whose place it is to stand. */
export type SceneInProgress = { values: SceneForm; sceneId: string | null }

/** When scenes run, with the one that is being written as it is so far; what is not whole is left out of it. */
export function usePreview(writing: SceneInProgress | undefined, from: string | null) {
  const { plantId } = useCurrentPlant()
  const [settled] = useDebouncedValue(writing, debounceMs)
  const parsed = settled && unfinishedScene.safeParse(draftOf(settled.values))
  const scene = parsed?.success ? parsed.data : null
  const preview = useAnswer(
    'previewSceneRuns',
    { plantId, scene, sceneId: scene ? (settled?.sceneId ?? null) : null, from },
    { placeholderData: keepPreviousData },
  )
  return { preview, isWhole: scene !== null }
}
export type Preview = ReturnType<typeof usePreview>['preview']
