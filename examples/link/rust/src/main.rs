//! Squares three numbers. A handle is a value that frees itself.
mod ffi;

use std::ffi::{c_void, CStr, CString};
use std::ptr::{null, null_mut};

struct Handle<T> {
    pointer: *mut T,
    free: unsafe extern "C" fn(*mut T),
}

impl<T> Drop for Handle<T> {
    fn drop(&mut self) {
        unsafe { (self.free)(self.pointer) }
    }
}

/// Calls a function that stores a handle, and returns its status with it.
fn made<T>(free: unsafe extern "C" fn(*mut T), make: impl FnOnce(*mut *mut T) -> i32) -> (i32, Handle<T>) {
    let mut pointer = null_mut();
    let status = make(&mut pointer);
    (status, Handle { pointer, free })
}

fn text_of(diagnostics: &Handle<ffi::Diagnostics>) -> String {
    let (_, text) = made(ffi::paddock_bytes_free, |out| unsafe { ffi::paddock_diagnostics_text(diagnostics.pointer, out) });
    unsafe { CStr::from_ptr(ffi::paddock_bytes_data(text.pointer)) }.to_string_lossy().into_owned()
}

fn load(name: &str, text: &str) -> Result<Handle<ffi::Program>, String> {
    let name = CString::new(name).unwrap();
    let mut diagnostics = null_mut();
    let (status, program) = made(ffi::paddock_program_free, |out| unsafe {
        ffi::paddock_program_load(name.as_ptr(), text.as_ptr().cast(), text.len(), null(), out, &mut diagnostics)
    });
    let diagnostics = Handle { pointer: diagnostics, free: ffi::paddock_diagnostics_free };
    if status == ffi::OK { Ok(program) } else { Err(text_of(&diagnostics)) }
}

fn run(program: &Handle<ffi::Program>, elements: &[f32]) -> Result<Vec<f32>, String> {
    let shape = [elements.len() as i64];
    let (_, tensor) = made(ffi::paddock_tensor_free, |out| unsafe {
        ffi::paddock_tensor_copy(ffi::F32, shape.as_ptr(), 1, elements.as_ptr().cast::<c_void>(), std::mem::size_of_val(elements), out)
    });
    let (_, inputs) = made(ffi::paddock_inputs_free, |out| unsafe { ffi::paddock_inputs_create(program.pointer, null(), out) });
    unsafe { ffi::paddock_inputs_set(inputs.pointer, 0, tensor.pointer) };
    let mut diagnostics = null_mut();
    let (status, session) = made(ffi::paddock_session_free, |out| unsafe {
        ffi::paddock_session_start(program.pointer, inputs.pointer, null(), out, &mut diagnostics)
    });
    let diagnostics = Handle { pointer: diagnostics, free: ffi::paddock_diagnostics_free };
    if status != ffi::OK {
        return Err(text_of(&diagnostics));
    }
    let mut stop = -1;
    let status = unsafe { ffi::paddock_session_run(session.pointer, 0, &mut stop) };
    if status != ffi::OK || stop != ffi::STOP_FINISHED {
        return Err(format!("status {status}, stop {stop}"));
    }
    let (_, result) = made(ffi::paddock_tensor_free, |out| unsafe { ffi::paddock_session_result(session.pointer, 0, 0, 0, out) });
    let mut view: ffi::TensorView = unsafe { std::mem::zeroed() };
    view.struct_size = std::mem::size_of::<ffi::TensorView>();
    unsafe { ffi::paddock_tensor_get(result.pointer, &mut view) };
    // Elements of the engine's own tensors are aligned.
    Ok(unsafe { std::slice::from_raw_parts(view.data.cast::<f32>(), view.byte_size / 4) }.to_vec())
}

fn main() -> Result<(), String> {
    let square = "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = stablehlo.multiply %x, %x : tensor<3xf32>
  return %y : tensor<3xf32>
}";
    println!("{:?}", run(&load("square.mlir", square)?, &[1.0, 2.0, 3.0])?);
    let wrong = load("wrong.mlir", "func.func @main() { %0 = stablehlo.iotas }");
    print!("{}", wrong.err().expect("the text has a mistake"));
    Ok(())
}
