interface Asking {
  visitor: { ip: string }
  socket: { remoteAddress: string }
}

export function counted({ visitor, socket }: Asking, takes: (who: string) => boolean): boolean {
  const { ip } = visitor
  return takes(ip) && takes(visitor.ip) && takes(visitor['ip']) && takes(`${socket.remoteAddress} page`)
}

export function countedByNetwork({ visitor }: Asking, networkOf: (ip: string) => string): object {
  return { network: networkOf(visitor.ip), visitor: { ip: visitor.ip } }
}
