//! The part of paddock/c.h that this program uses. `bindgen` would write all of it.
use std::ffi::{c_char, c_void};

pub const OK: i32 = 0;
pub const F32: i32 = 26;
pub const STOP_FINISHED: i32 = 0;

#[repr(C)]
pub struct TensorView {
    pub struct_size: usize,
    pub data: *const c_void,
    pub byte_size: usize,
    pub element_type: i32,
    pub rank: u32,
    pub shape: *const i64,
    pub byte_strides: *const i64,
}

macro_rules! handles {
    ($($name:ident)*) => { $(#[repr(C)] pub struct $name { _private: [u8; 0] })* };
}
handles!(Program Diagnostics Bytes Tensor Inputs Session);

extern "C" {
    pub fn paddock_program_load(name: *const c_char, bytes: *const c_void, size: usize, options: *const c_void,
        program: *mut *mut Program, diagnostics: *mut *mut Diagnostics) -> i32;
    pub fn paddock_program_free(program: *mut Program);
    pub fn paddock_diagnostics_text(diagnostics: *const Diagnostics, text: *mut *mut Bytes) -> i32;
    pub fn paddock_diagnostics_free(diagnostics: *mut Diagnostics);
    pub fn paddock_bytes_data(bytes: *const Bytes) -> *const c_char;
    pub fn paddock_bytes_free(bytes: *mut Bytes);
    pub fn paddock_tensor_copy(element_type: i32, shape: *const i64, rank: usize, data: *const c_void, byte_size: usize,
        tensor: *mut *mut Tensor) -> i32;
    pub fn paddock_tensor_get(tensor: *const Tensor, view: *mut TensorView) -> i32;
    pub fn paddock_tensor_free(tensor: *mut Tensor);
    pub fn paddock_inputs_create(program: *const Program, function: *const c_char, inputs: *mut *mut Inputs) -> i32;
    pub fn paddock_inputs_set(inputs: *mut Inputs, argument: usize, tensor: *const Tensor) -> i32;
    pub fn paddock_inputs_free(inputs: *mut Inputs);
    pub fn paddock_session_start(program: *const Program, inputs: *const Inputs, options: *const c_void,
        session: *mut *mut Session, diagnostics: *mut *mut Diagnostics) -> i32;
    pub fn paddock_session_run(session: *mut Session, work_budget: i64, stop: *mut i32) -> i32;
    pub fn paddock_session_result(session: *const Session, replica: i64, partition: i64, index: usize,
        tensor: *mut *mut Tensor) -> i32;
    pub fn paddock_session_free(session: *mut Session);
}
