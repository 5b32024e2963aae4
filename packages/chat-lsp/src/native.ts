// Detects servers that support ChatLSP themselves.

/** Whether `experimental.chatLsp` in the capabilities is `true`. */
export function knowsChatLsp(capabilities: unknown): boolean {
  const { experimental } = Object(capabilities) as { readonly experimental?: unknown };
  return (Object(experimental) as { readonly chatLsp?: unknown }).chatLsp === true;
}
