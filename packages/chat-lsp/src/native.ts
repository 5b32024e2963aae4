// Whether a server says that it knows ChatLSP.

/** `experimental.chatLsp` of its capabilities is `true`. */
export function knowsChatLsp(capabilities: unknown): boolean {
  const { experimental } = Object(capabilities) as { readonly experimental?: unknown };
  return (Object(experimental) as { readonly chatLsp?: unknown }).chatLsp === true;
}
