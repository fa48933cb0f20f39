/// Files of arrays in the engine: passes each piece that a client has read to where it belongs.
import type { FileReadHandle, MainModule, TensorHandle } from './glue.js'
import { Memory } from './memory.js'
import type { FileRequest, WireArray, WireFileStep } from '../protocol/files.js'
import type { Replies } from '../protocol/messages.js'
import type { WireDiagnostic, WireTensor } from '../protocol/values.js'
import { Registry } from './registry.js'

export class EngineFiles {
  private readonly files = new Registry<FileReadHandle>()

  constructor(
    private readonly module: MainModule,
    private readonly tensors: Registry<TensorHandle>,
    private readonly keep: (handle: TensorHandle) => WireTensor,
  ) {}

  answer(request: FileRequest): WireFileStep {
    const { FileReadHandle } = this.module
    switch (request.kind) {
      case 'openFile':
        return this.begin(FileReadHandle.open(request.name, request.size, request.memoryBytes)!)
      case 'openRaw':
        return this.begin(FileReadHandle.openRaw(request.name, request.size, request.elementType, request.shape.join(), request.memoryBytes)!)
      case 'loadArray':
        return this.begin(this.files.get(request.file).load(request.array, request.elementType, request.memoryBytes)!)
      case 'piece': {
        const file = this.files.get(request.file)
        if (request.bytes.byteLength > 0) new Memory(this.module).write(file.address(), request.bytes)
        return this.goOn(request.file, file)
      }
    }
  }

  release(file: number): void {
    this.files.release(file)
  }

  layOut(format: string, arrays: readonly { name: string; tensor: number }[]): Replies['layOut'] {
    const file = new this.module.FileWriteHandle(format)
    try {
      for (const { name, tensor } of arrays) file.add(name, this.tensors.get(tensor))
      const diagnostics: WireDiagnostic[] = JSON.parse(file.layOut())
      const parts = Array.from({ length: file.partCount() }, (_, part) => {
        const tensor = file.partTensor(part)
        const bytes = new Memory(this.module).read(file.partAddress(part), file.partSize(part))
        return { bytes, tensor: tensor && this.keep(tensor) }
      })
      return { parts, diagnostics }
    } finally {
      file.delete()
    }
  }

  private begin(file: FileReadHandle): WireFileStep {
    return this.goOn(this.files.add(file), file)
  }

  /// Advances a file. Releases it once it has failed or has loaded an array.
  private goOn(id: number, file: FileReadHandle): WireFileStep {
    const step: WireFileStep = { file: id, wants: null, diagnostics: [], arrays: [], tensor: null }
    if (file.next()) return { ...step, wants: { offset: file.offset(), size: file.byteSize() } }
    step.diagnostics = JSON.parse(file.diagnostics())
    if (step.diagnostics.length === 0 && file.isIndex()) return { ...step, arrays: JSON.parse(file.arrays()) as WireArray[] }
    if (step.diagnostics.length === 0) step.tensor = this.keep(file.tensor()!)
    this.files.release(id)
    return { ...step, file: 0 }
  }
}
