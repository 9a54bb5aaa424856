export { stateOfUnit } from '@vigilux/contract/features/central-units/unit-state.ts'
export { parseTopic, serialOf, topicOf } from '../../shared/plant/unit-topic.ts'
