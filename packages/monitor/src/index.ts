export { type Answer, isAnswer } from "./answer.js";
export { auditStep } from "./audit.js";
export { type Automaton, fromAutomaton } from "./automaton.js";
export { budgeted } from "./budgeted.js";
export { checkedQuestions } from "./checked-questions.js";
export type { DeadEnds } from "./dead-ends.js";
export { deny } from "./deny.js";
export { endsWith } from "./ends-with.js";
export type { Conjunction, Constituent } from "./engine/conjunction.js";
export type { EngineCapabilities } from "./engine/engine-capabilities.js";
export type { Factor, FreeReading, Narrowed } from "./engine/factor.js";
export { ANYTHING } from "./engine/factor.js";
export type { Intersection } from "./engine/intersection.js";
export type { CharacterRanges, KnownSteps, Literal, LocalAutomaton, Outline } from "./engine/local-automaton.js";
export type { Sketches } from "./engine/sketches.js";
export type { ByteClasses, Table } from "./engine/table.js";
export { burn, createFuel, type Fuel, FuelError, type FuelUse } from "./fuel.js";
export { gate } from "./gate.js";
export { afterGiven } from "./given-text.js";
export { areStatesHeld, holdStates } from "./held-states.js";
export { ignoreControls } from "./ignore-controls.js";
// Used by lexer, earley and syntax: keep.
export type { PairTable, SequenceTable } from "./interning.js";
export { createPairTable, createSequenceTable } from "./interning.js";
// For packages that take monitors as arguments.
export { monitorKind, textKind } from "./kinds.js";
export { LimitError, type Limits } from "./limits.js";
export { mapInput, type Transducer } from "./map-input.js";
export type { Marker } from "./marker.js";
export type { Monitor } from "./monitor.js";
export { FIRST_CONTROL } from "./monitor.js";
export { MonitorError, type MonitorFault } from "./monitor-error.js";
export { checkedKey, type MonitorParts, monitorOf } from "./monitor-of.js";
export {
  type ObjectState,
  type ObjectStates,
  type ObjectStatesOptions,
  objectStates,
} from "./object-states.js";
export { onTrigger, type TriggerOptions } from "./on-trigger.js";
export { optional } from "./optional.js";
export type { Pair } from "./pair.js";
export { product } from "./product.js";
export type { Budgeted, ProductCost, ProductOptions, ProductState } from "./product-options.js";
export { type Protocol, protocol } from "./protocol.js";
export type { InsideToken, Question } from "./question.js";
export { questionId } from "./question-id.js";
export { type RefusingPart, refusalOf } from "./refusal.js";
export { isForgotten, readTwice } from "./rereading.js";
export { scoped } from "./scoped.js";
export { sequence } from "./sequence.js";
export { snapshot } from "./snapshot.js";
export { StaleStateError } from "./stale-state-error.js";
export { star } from "./star.js";
export { strings } from "./strings.js";
export type { Ruling, Survivors } from "./survivors.js";
export { bytesOf, type Text } from "./text.js";
export { bottom, top } from "./top.js";
export { type Island, type Triggered, trigger } from "./trigger.js";
export type { TriggerState } from "./trigger-states.js";
export { trimmed } from "./trimmed.js";
export { type Typestate, typestate } from "./typestate.js";
export type { ObjectValue, TypestateEvent } from "./typestate-event.js";
export { union } from "./union.js";
export { bodyUntil, until } from "./until.js";
export { run, type Verdict, verdict } from "./verdict.js";
